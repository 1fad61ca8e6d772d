// Where options of a person are on the drawings.
import type { Option } from "../../document.ts";
import { read, seatPlace } from "../places.ts";
import type { Position } from "./position.ts";

export function places({ eye }: Position, option: Option): readonly string[] {
  const { verb, number } = read(option);
  if (verb === "settle")
    return ["laborer", "farmer", "other_farmer"].map((each) => hex(number(each)));
  if (number("tile") >= 0) return [hex(number("tile"))];
  if (verb === "play_card")
    return [`.seat[data-seat="${eye}"] .cl-face[data-card="${number("card")}"]`];
  if (verb === "seat") return [seatPlace(number("seat"))];
  if (number("raider") >= 0) return [`.cl-fights [data-raider="${number("raider")}"]`];
  return [];
}

function hex(tile: number): string {
  return `.cl-hex[data-tile="${tile}"]`;
}
