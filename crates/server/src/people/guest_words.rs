//! The words of the names of guests. Names depend on their order: words may be replaced, not moved.

/// The grammatical gender of a French noun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gender {
    Masculine,
    Feminine,
}

/// An animal.
pub(super) struct Animal {
    pub(super) en: &'static str,
    pub(super) fr: &'static str,
    pub(super) gender: Gender,
}

/// A friendly adjective. In French it follows the noun.
pub(super) struct Adjective {
    pub(super) en: &'static str,
    pub(super) masculine: &'static str,
    pub(super) feminine: &'static str,
}

const fn m(en: &'static str, fr: &'static str) -> Animal {
    Animal { en, fr, gender: Gender::Masculine }
}

const fn f(en: &'static str, fr: &'static str) -> Animal {
    Animal { en, fr, gender: Gender::Feminine }
}

/// An adjective with two forms.
const fn two(en: &'static str, masculine: &'static str, feminine: &'static str) -> Adjective {
    Adjective { en, masculine, feminine }
}

/// An adjective with one form.
const fn one(en: &'static str, fr: &'static str) -> Adjective {
    Adjective { en, masculine: fr, feminine: fr }
}

pub(super) const ANIMALS: [Animal; 64] = [
    m("Heron", "Héron"),
    f("Otter", "Loutre"),
    m("Hare", "Lièvre"),
    m("Robin", "Rouge-gorge"),
    m("Swan", "Cygne"),
    m("Owl", "Hibou"),
    f("Kestrel", "Crécerelle"),
    m("Lynx", "Lynx"),
    m("Hedgehog", "Hérisson"),
    m("Squirrel", "Écureuil"),
    f("Marmot", "Marmotte"),
    m("Dolphin", "Dauphin"),
    f("Tortoise", "Tortue"),
    m("Gecko", "Gecko"),
    m("Panda", "Panda"),
    m("Koala", "Koala"),
    m("Elephant", "Éléphant"),
    f("Giraffe", "Girafe"),
    m("Zebra", "Zèbre"),
    f("Antelope", "Antilope"),
    m("Ibex", "Bouquetin"),
    m("Chamois", "Chamois"),
    m("Elk", "Élan"),
    m("Reindeer", "Renne"),
    m("Bison", "Bison"),
    m("Yak", "Yak"),
    m("Llama", "Lama"),
    m("Alpaca", "Alpaga"),
    m("Tiger", "Tigre"),
    m("Leopard", "Léopard"),
    f("Panther", "Panthère"),
    m("Wolf", "Loup"),
    m("Fox", "Renard"),
    m("Lion", "Lion"),
    m("Puffin", "Macareux"),
    f("Gull", "Mouette"),
    m("Albatross", "Albatros"),
    m("Pelican", "Pélican"),
    f("Stork", "Cigogne"),
    f("Egret", "Aigrette"),
    m("Ibis", "Ibis"),
    m("Flamingo", "Flamant"),
    m("Kingfisher", "Martin-pêcheur"),
    f("Lark", "Alouette"),
    m("Finch", "Pinson"),
    m("Nightingale", "Rossignol"),
    f("Hoopoe", "Huppe"),
    f("Dove", "Colombe"),
    m("Toucan", "Toucan"),
    m("Hornbill", "Calao"),
    f("Firefly", "Luciole"),
    f("Dragonfly", "Libellule"),
    f("Ladybird", "Coccinelle"),
    m("Cricket", "Grillon"),
    f("Bee", "Abeille"),
    m("Butterfly", "Papillon"),
    m("Seahorse", "Hippocampe"),
    m("Salmon", "Saumon"),
    f("Mongoose", "Mangouste"),
    m("Meerkat", "Suricate"),
    m("Gibbon", "Gibbon"),
    m("Lemur", "Lémurien"),
    m("Chameleon", "Caméléon"),
    m("Eagle", "Aigle"),
];

pub(super) const ADJECTIVES: [Adjective; 64] = [
    one("Quiet", "tranquille"),
    two("Gentle", "doux", "douce"),
    two("Brave", "courageux", "courageuse"),
    one("Calm", "calme"),
    two("Cheerful", "joyeux", "joyeuse"),
    two("Ingenious", "ingénieux", "ingénieuse"),
    one("Kind", "aimable"),
    two("Bold", "audacieux", "audacieuse"),
    two("Patient", "patient", "patiente"),
    two("Curious", "curieux", "curieuse"),
    one("Swift", "rapide"),
    one("Nimble", "agile"),
    two("Merry", "enjoué", "enjouée"),
    two("Radiant", "radieux", "radieuse"),
    two("Loyal", "loyal", "loyale"),
    one("Noble", "noble"),
    two("Proud", "fier", "fière"),
    two("Serene", "serein", "sereine"),
    two("Silent", "silencieux", "silencieuse"),
    two("Constant", "constant", "constante"),
    one("Sturdy", "robuste"),
    two("Subtle", "subtil", "subtile"),
    two("Thoughtful", "pensif", "pensive"),
    one("Wise", "sage"),
    two("Witty", "spirituel", "spirituelle"),
    two("Golden", "doré", "dorée"),
    two("Silver", "argenté", "argentée"),
    two("Azure", "azuré", "azurée"),
    one("Scarlet", "écarlate"),
    two("Attentive", "attentif", "attentive"),
    two("Careful", "prudent", "prudente"),
    two("Confident", "confiant", "confiante"),
    two("Courteous", "courtois", "courtoise"),
    two("Creative", "créatif", "créative"),
    one("Fearless", "intrépide"),
    two("Determined", "déterminé", "déterminée"),
    two("Diligent", "diligent", "diligente"),
    two("Dreamy", "rêveur", "rêveuse"),
    two("Elegant", "élégant", "élégante"),
    one("Faithful", "fidèle"),
    two("Friendly", "amical", "amicale"),
    two("Generous", "généreux", "généreuse"),
    two("Graceful", "gracieux", "gracieuse"),
    two("Happy", "heureux", "heureuse"),
    one("Honest", "honnête"),
    one("Optimistic", "optimiste"),
    one("Humble", "humble"),
    two("Inventive", "inventif", "inventive"),
    two("Jovial", "jovial", "joviale"),
    two("Lucky", "chanceux", "chanceuse"),
    one("Modest", "modeste"),
    one("Peaceful", "paisible"),
    two("Playful", "joueur", "joueuse"),
    two("Polite", "poli", "polie"),
    two("Resolute", "résolu", "résolue"),
    one("Sincere", "sincère"),
    two("Smiling", "souriant", "souriante"),
    one("Tenacious", "tenace"),
    one("Tireless", "infatigable"),
    two("Valiant", "vaillant", "vaillante"),
    two("Vigilant", "vigilant", "vigilante"),
    two("Starry", "étoilé", "étoilée"),
    one("Skilful", "habile"),
    two("Discreet", "discret", "discrète"),
];
