// Where options of a person are on the drawings.
import type { Option } from "../../document.ts";
import { read, seatPlace } from "../places.ts";
import type { Position } from "./position.ts";

const SPACES = new Set(["buy", "track_space"]);
const SEATS = new Set(["bargain", "seat", "promise_veto"]);

export function places(scene: Position, option: Option): readonly string[] {
  const { verb, number } = read(option);
  if (SPACES.has(verb)) return [`.pv-track [data-space="${number("space")}"]`];
  if (SEATS.has(verb)) return [seatPlace(number("seat"))];
  if (verb === "step") return [node(scene, number("node"))];
  if (verb === "marker") return [`[data-marker="${number("type")}"]`];
  if (verb === "promise_passage") return [region(number("region"))];
  const ship = verb === "activate" ? -1 : number("longship");
  return [
    ...(ship >= 0 ? [`[data-ships~="${ship}"]`] : []),
    ...(number("post") >= 0 ? [post(number("post"))] : []),
    ...(number("tile") >= 0 ? [`.pv-face[data-face="${number("tile")}"]`] : []),
  ];
}

function node({ catalogue }: Position, number: number): string {
  const info = catalogue.nodes[number];
  if (!info || info.home) return `[data-home="${number}"]`;
  return info.post >= 0 ? post(info.post) : region(info.region);
}

function post(number: number): string {
  return `.pv-post[data-post="${number}"]`;
}

function region(number: number): string {
  return `.pv-region[data-region="${number}"]`;
}
