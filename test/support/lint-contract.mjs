/**
 * `node lint-contract.mjs <file>`: what the usual rules of Spectral find in an OpenAPI or AsyncAPI
 * document, one finding a line. A process of its own, since the linter is two hundred modules.
 */
import { readFileSync } from 'node:fs';
import core from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const isHttp = 'openapi' in document;

/** Whoever operates the office is not known to the document; an operation has a summary instead. */
const off = isHttp
  ? { 'info-contact': 'off', 'operation-description': 'off' }
  : { 'asyncapi-info-contact': 'off', 'asyncapi-info-contact-properties': 'off' };

const linter = new core.Spectral();
linter.setRuleset({ extends: [isHttp ? rulesets.oas : rulesets.asyncapi], rules: off });
for (const { code, path, message } of await linter.run(document)) {
  console.log(`${code} ${path.join('.')}: ${message}`);
}
