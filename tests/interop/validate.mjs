// The Khronos validator over many files: node validate.mjs FILE... prints a JSON array of
// {"file", "errors", "warnings", "infos", "messages": ["SEVERITY CODE pointer: text", ...]}.
import { readFile } from "node:fs/promises";
import path from "node:path";
import validator from "gltf-validator";

const severities = ["ERROR", "WARNING", "INFO", "HINT"];

async function validate(file) {
  try {
    const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
      uri: path.basename(file),
      maxIssues: 100,
      externalResourceFunction: async (uri) =>
        new Uint8Array(await readFile(path.join(path.dirname(file), decodeURIComponent(uri)))),
    });
    const { numErrors, numWarnings, numInfos, messages } = report.issues;
    return {
      file,
      errors: numErrors,
      warnings: numWarnings,
      infos: numInfos,
      messages: messages.map((m) => `${severities[m.severity]} ${m.code} ${m.pointer ?? ""}: ${m.message}`),
    };
  } catch (error) {
    return { file, errors: 1, warnings: 0, infos: 0, messages: [`ERROR ${error}`] };
  }
}

const results = [];
for (const file of process.argv.slice(2)) results.push(await validate(file));
process.stdout.write(JSON.stringify(results) + "\n");
