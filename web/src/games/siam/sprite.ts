import { addSprite } from "../../board/sprite";
import pieces from "../../../../crates/games/siam/artwork/pieces.svg?raw";

addSprite("siam", pieces);
