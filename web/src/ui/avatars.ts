/**
 * Avatars of players: animals of the river, and a lantern for the computer. A guest's avatar belongs to the family of the
 * animal in the generated name; other players get one by the hash of their name.
 */
interface AvatarArt {
  /** The animals of generated names that look like this. */
  readonly animals: RegExp;
  /** The drawing on a square of 64 units, without the ground. */
  readonly art: string;
}

const eyes = (x1: number, x2: number, y: number) =>
  `<circle cx="${x1}" cy="${y}" r="2.4" fill="#1c110a"/><circle cx="${x2}" cy="${y}" r="2.4" fill="#1c110a"/>`;

const AVATARS: readonly AvatarArt[] = [
  {
    animals: /heron|swan|stork|egret|ibis|flamingo|pelican|albatross|gull/,
    art: `<path d="M20 64C18 50 26 47 27 38C28 31 23 28 25 21C27 14 36 12 40 18C42 24 37 29 38 37C39 46 48 50 46 64Z" fill="#f4f1ea"/><path d="M37 17L58 21L38 24Z" fill="#e09a2f"/><path d="M25 20C22 17 14 17 9 22C16 22 21 23 26 24Q32 17 40 18Q36 10 28 14Z" fill="#31535c"/><path d="M30 46q-2 8-2 18M36 44q4 10 3 20" fill="none" stroke="#9fb6b8" stroke-width="2"/><circle cx="35" cy="19" r="1.8" fill="#14272b"/>`,
  },
  {
    animals: /otter|marmot|mongoose|meerkat|squirrel|hedgehog|hare|lemur|gibbon|koala|panda/,
    art: `<circle cx="17" cy="22" r="5" fill="#6b452b"/><circle cx="47" cy="22" r="5" fill="#6b452b"/><path d="M32 12C46 12 51 24 50 34C49 48 42 54 32 54S15 48 14 34C13 24 18 12 32 12Z" fill="#85583a"/><path d="M32 34C43 34 45 42 42 47S36 54 32 54S25 52 22 47S21 34 32 34Z" fill="#efd9b8"/><path d="M27 36h10l-5 5zM32 41v4M32 45q-4 3-7 0M32 45q4 3 7 0" fill="#2a1a10" stroke="#2a1a10" stroke-width="1.5" stroke-linecap="round"/>${eyes(24, 40, 28)}<path d="M14 64q2-9 12-11h12q10 2 12 11z" fill="#6b452b"/>`,
  },
  {
    animals: /tortoise|turtle/,
    art: `<path d="M10 48C10 28 22 20 34 20S56 30 56 48Z" fill="#56753d"/><path d="M33 20L24 32L29 46M33 20L44 31L40 46M24 32H44M12 38L24 32M55 40L44 31" fill="none" stroke="#2f4a22" stroke-width="2"/><path d="M8 48H58V53H8Z" fill="#c9b06a"/><path d="M8 50C0 48 0 34 8 33S18 40 14 50Z" fill="#9aa75c"/><path d="M16 53v6h8v-6M42 53v6h8v-6" fill="#9aa75c"/><circle cx="7" cy="39" r="1.8" fill="#1f2a12"/>`,
  },
  {
    animals: /tiger|lynx|leopard|panther|lion/,
    art: `<circle cx="16" cy="19" r="8" fill="#b9651b"/><circle cx="48" cy="19" r="8" fill="#b9651b"/><path d="M32 11C47 11 54 22 54 35S44 57 32 57S10 48 10 35S17 11 32 11Z" fill="#e8953c"/><path d="M32 37C43 37 47 45 43 51Q38 56 32 56T21 51C17 45 21 37 32 37Z" fill="#fdf1dc"/><path d="M32 12v9M24 14l2 7M40 14l-2 7M11 33l8 1M12 42l7-3M53 33l-8 1M52 42l-7-3M32 45v4q-5 4-8 0M32 49q5 4 8 0" fill="none" stroke="#3a1f0c" stroke-width="2.6" stroke-linecap="round"/><path d="M27 40h10l-5 5z" fill="#3a1f0c"/>${eyes(23, 41, 31)}`,
  },
  {
    animals: /fox|wolf/,
    art: `<path d="M11 8Q22 12 26 20H38Q42 12 53 8Q57 22 53 33Q48 52 32 58Q16 52 11 33Q7 22 11 8Z" fill="#c8622a"/><path d="M14 14q7 4 9 9l-8 5zM50 14q-7 4-9 9l8 5z" fill="#3b2117"/><path d="M11 33Q20 32 25 42L32 52L39 42Q44 32 53 33Q48 52 32 58Q16 52 11 33Z" fill="#fbf1e2"/><path d="M27 49h10l-5 6z" fill="#2a1a10"/>${eyes(23, 41, 34)}`,
  },
  {
    animals: /buffalo|bison|yak|ibex|chamois|elk|reindeer|antelope|llama|alpaca|giraffe|zebra|elephant/,
    art: `<path d="M17 25C4 24 1 12 8 6C9 15 15 18 24 19ZM47 25C60 24 63 12 56 6C55 15 49 18 40 19Z" fill="#e0d3b6"/><path d="M18 26L5 32L15 37ZM46 26L59 32L49 37Z" fill="#454246"/><path d="M19 20Q32 13 45 20Q49 34 43 50Q39 59 32 59T21 50Q15 34 19 20Z" fill="#625d62"/><path d="M32 42C42 42 45 48 43 53S37 59 32 59S23 58 21 53S22 42 32 42Z" fill="#a39a9b"/><path d="M27 49v3M37 49v3" stroke="#332e31" stroke-width="3" stroke-linecap="round"/><path d="M26 18Q32 26 38 18Q36 14 32 14T26 18Z" fill="#454246"/>${eyes(23, 41, 33)}`,
  },
  {
    animals: /frog|gecko|chameleon/,
    art: `<circle cx="18" cy="21" r="9" fill="#68973e"/><circle cx="46" cy="21" r="9" fill="#68973e"/><path d="M32 20C50 20 57 31 57 40S46 56 32 56S7 49 7 40S14 20 32 20Z" fill="#7fb04f"/><path d="M32 47C42 47 48 44 52 42Q49 56 32 56T12 42Q20 47 32 47Z" fill="#dbe8b0"/><path d="M12 41Q32 53 52 41" fill="none" stroke="#33561f" stroke-width="2.4" stroke-linecap="round"/><circle cx="18" cy="21" r="5.4" fill="#fbf6dd"/><circle cx="46" cy="21" r="5.4" fill="#fbf6dd"/>${eyes(19, 45, 22)}`,
  },
  {
    animals: /dolphin|seahorse|salmon/,
    art: `<path d="M4 64C5 44 14 28 32 24C46 22 57 31 57 41C56 47 50 49 45 49C39 53 40 59 42 64Z" fill="#6f93a6"/><path d="M24 64C22 54 31 48 45 49C39 53 40 59 42 64Z" fill="#e4edee"/><path d="M16 37C9 33 7 27 8 20Q18 23 25 27Z" fill="#587b8d"/><path d="M41 46Q50 47 57 41" fill="none" stroke="#2f4c5a" stroke-width="2" stroke-linecap="round"/><circle cx="44" cy="36" r="2.4" fill="#14272b"/>`,
  },
  {
    animals: /kingfisher|robin|puffin|lark|finch|nightingale|hoopoe|dove|toucan|hornbill|kestrel|eagle|owl/,
    art: `<path d="M13 64C11 46 18 40 19 31C19 19 27 12 35 13C44 14 47 22 45 30C44 40 52 48 50 64Z" fill="#2a7da1"/><path d="M25 64C22 50 32 46 33 35L45 32C45 42 52 50 50 64Z" fill="#df883b"/><path d="M43 19L63 28L44 29Z" fill="#2c2b30"/><path d="M30 31Q38 25 45 29Q42 37 33 35Z" fill="#f7f0e1"/><path d="M24 16q3-5 8-6M21 21q2-4 6-7" fill="none" stroke="#1b5876" stroke-width="2" stroke-linecap="round"/><circle cx="37" cy="22" r="2.4" fill="#14272b"/>`,
  },
  {
    animals: /firefly|dragonfly|ladybird|cricket|bee|butterfly/,
    art: `<path d="M30 32C20 8 4 10 6 22C7 31 18 36 30 36C16 37 9 44 13 52C18 59 28 52 31 38Z" fill="#c2573b"/><path d="M34 32C44 8 60 10 58 22C57 31 46 36 34 36C48 37 55 44 51 52C46 59 36 52 33 38Z" fill="#c2573b"/><circle cx="15" cy="22" r="4" fill="#f3d9a4"/><circle cx="49" cy="22" r="4" fill="#f3d9a4"/><circle cx="19" cy="47" r="3" fill="#f3d9a4"/><circle cx="45" cy="47" r="3" fill="#f3d9a4"/><path d="M32 22C36 22 36 56 32 56S28 22 32 22Z" fill="#3a2318"/><path d="M31 23Q27 14 22 12M33 23Q37 14 42 12" fill="none" stroke="#3a2318" stroke-width="2" stroke-linecap="round"/>`,
  },
];

/** The avatar of the computer. */
export const LANTERN = `<path d="M32 6v8M24 14h16M22 18h20M22 48h20M26 52h12M32 52v8" stroke="#d9b45c" stroke-width="3" stroke-linecap="round"/><path d="M22 18C10 26 10 40 22 48H42C54 40 54 26 42 18Z" fill="#f2a54a"/><path d="M28 18C22 28 22 38 28 48M36 18C42 28 42 38 36 48" fill="none" stroke="#b86a1b" stroke-width="1.6"/>${eyes(26, 38, 33)}<path d="M28 39q4 3 8 0" fill="none" stroke="#3a1f06" stroke-width="2" stroke-linecap="round"/>`;
export const LANTERN_GROUND = "#1d4247";

const GROUNDS = ["#bcd8d6", "#dfe6cf", "#f0e0c0", "#e6d3de", "#cfdcea", "#f1d3bf"] as const;

/** A small hash of a text (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}

/** The avatar of a player: the same seed always gives the same one. Beside a player who looks the same, its ground differs. */
export function avatarOf(seed: string, beside?: string): { readonly art: string; readonly ground: string } {
  const number = hash(seed);
  const named = AVATARS.find(({ animals }) => animals.test(seed.toLowerCase()));
  const { art } = named ?? AVATARS[(number >>> 8) % AVATARS.length] ?? { art: LANTERN };
  const ground = (shift: number) => GROUNDS[(number + shift) % GROUNDS.length] ?? LANTERN_GROUND;
  const other = beside === undefined ? undefined : avatarOf(beside);
  const isTwin = other?.art === art && other.ground === ground(0);
  return { art, ground: ground(isTwin ? 1 : 0) };
}
