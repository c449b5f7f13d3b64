/**
 * `node lint-contract.mjs <file>`: findings of Spectral's usual rules in an OpenAPI or AsyncAPI
 * document, one per line. Runs in its own process, because the linter is two hundred modules.
 */
import { readFileSync } from 'node:fs';
import core from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const isHttp = 'openapi' in document;

/**
 * Disabled rules: the document cannot know the operator's contact, and operations have a summary
 * instead of a description.
 */
const off = isHttp
  ? { 'info-contact': 'off', 'operation-description': 'off' }
  : { 'asyncapi-info-contact': 'off', 'asyncapi-info-contact-properties': 'off' };

const linter = new core.Spectral();
linter.setRuleset({ extends: [isHttp ? rulesets.oas : rulesets.asyncapi], rules: off });
for (const { code, path, message } of await linter.run(document)) {
  console.log(`${code} ${path.join('.')}: ${message}`);
}
