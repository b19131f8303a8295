import type { ExplorerTexts } from "../en/explorer";

export const explorer: ExplorerTexts = {
  title: "Explorateur d’ouvertures",
  titleOf: (game) => `${game} : ouvertures`,
  show: "Explorateur d’ouvertures",
  help: "Ce qui a été joué dans cette position, et comment ces parties se sont terminées.",
  source: "Parties",
  sources: {
    book: "Livre de l’ordinateur",
    people: "Joueurs",
    bots: "Bots",
    server: "Toutes les parties de ce serveur",
    import: "Parties importées",
  },
  rating: "Classement",
  anyRating: "Tous les classements",
  above: (rating) => `${rating} et plus`,
  loading: "Recherche de la position…",
  offline: "Vous êtes hors ligne. Le livre de l’ordinateur fonctionne sans connexion.",
  bookMissing: "Le livre n’est pas encore sur cet appareil. Il sera chargé dès que vous serez en ligne.",
  over: "La partie est terminée.",
  none: "Aucune de ces parties n’a atteint cette position.",
  notInBook: "Cette position n’est pas dans le livre.",
  noBook: "Il n’y a pas de livre pour cette variante.",
  total: (games) => `${games.toLocaleString("fr")} ${games < 2 ? "partie" : "parties"}`,
  effort: (games, nodes, values) =>
    `${games} parties de l’ordinateur contre lui-même, ${nodes} nœuds par coup ; estimations à ${values} nœuds.`,
  searched: (nodes) => `Estimations à ${nodes} nœuds sur cet appareil.`,
  deals: (count) => `Chaque donne est une ouverture différente. Le livre contient les donnes 1 à ${count} :`,
  deal: (seed) => `Donne ${seed}`,
  moves: "Coups, du plus fréquent au moins fréquent",
  results: (first, a, draws, second, b) =>
    `${first} : ${a} de victoires, ${draws} de nulles, ${second} : ${b} de victoires`,
  move: (sentence, games, results, value) =>
    `${sentence} : ${games} ; ${results}${value === "" ? "" : ` ; ${value}`}`,
  start: "Revenir au début",
  back: "Coup précédent",
  analyse: "Analyser",
  lead: "Choisissez un coup dans la liste ou jouez sur le plateau pour voir la suite.",
};
