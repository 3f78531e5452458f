// Functions of the WebAssembly module, as in its generated script (crate carrick-wasm). All take
// and return JSON.

export default function init(options: { module_or_path: URL }): Promise<unknown>;
export function position(query: string): string;
export function judge(question: string): string;
export function solve(question: string): string;
export function turn(question: string, milliseconds: number): string;
export function report(question: string): string;
export class Analysing {
  constructor(question: string);
  step(): string | undefined;
  free(): void;
}
