// Fingerprints of Python code by Dolos. Standard input: {"dolos": folder of its installation, "stretch": tokens of a
// stretch, "window": stretches of which one is chosen, "texts": [code, …]}. Standard output: for each text
// {"hashes", "first", "last"}, where first and last are lines from 1, or {"error"}.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const order = JSON.parse(readFileSync(0, "utf8"));
const entry = join(order.dolos, "node_modules", "@dodona", "dolos-lib", "dist", "index.js");
const { File, LanguagePicker, WinnowFilter } = await import(pathToFileURL(entry));
const language = await new LanguagePicker().findLanguage("python");
const tokenizer = await language.createTokenizer();
const filter = new WinnowFilter(order.stretch, order.window);

function fingerprints(text, number) {
  const { tokens, mapping } = tokenizer.tokenizeFile(new File(`${number}.py`, text));
  const found = { hashes: [], first: [], last: [] };
  for (const { hash, start, stop } of filter.fingerprints(tokens)) {
    // A closing parenthesis stands where its node begins, which may be before the stretch.
    const { startRow } = mapping[start];
    found.hashes.push(hash);
    found.first.push(startRow + 1);
    found.last.push(Math.max(startRow, mapping[stop].startRow) + 1);
  }
  return found;
}

const answers = order.texts.map((text, number) => {
  try {
    return fingerprints(text, number);
  } catch (error) {
    return { error: String(error.message).slice(0, 200) };
  }
});
process.stdout.write(JSON.stringify(answers));
