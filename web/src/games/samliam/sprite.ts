import { addSprite } from "../../board/sprite";
import pieces from "../../../../crates/games/samliam/artwork/pieces.svg?raw";

addSprite("samliam", pieces);
