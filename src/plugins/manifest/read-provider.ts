import { isLoopbackUrl } from '../../platform/net/addresses.js';
import { isPlain } from '../../platform/process/child-environment.js';
import { present } from '../../platform/text/foreign-fields.js';
import { type PluginProvider, providerKinds } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import {
  type ItemReader,
  type JsonObject,
  memberOf,
  objectOf,
  shown,
  textOf,
  type Warn,
} from './json-values.js';

const slug = /^[a-z][a-z0-9-]{1,31}$/;
const variableName = /^[A-Z][A-Z0-9_]{2,63}$/;
/** Must not be sent to an address chosen by a plugin. */
const ownVariables = 'OFFICE_';
/** Not keys, because children inherit them; a key's variable is withheld from children. */
const ordinaryVariables = new Set([
  ...['HOST', 'PORT', 'NODE_ENV', 'NODE_OPTIONS', 'SSH_AUTH_SOCK', 'KUBECONFIG'],
]);
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Characters of an HTTP header value: no line breaks or other controls. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Why an entry is unusable, or null; the first fault counts. */
type Check = (item: JsonObject, at: string) => string | null;

/** A reader of provider lists, which remembers the ids seen. */
export function providerReader(): ItemReader<PluginProvider> {
  const seen = new Set<string>();
  const once: Check = (item, at) => {
    const id = textOf(item.id) ?? '';
    return seen.has(id) ? manifestTexts.providerTwice(at, id) : null;
  };
  const checks = [complete, idIsSlug, once, urlIsSafe, keylessIsLocal, kindIsKnown, hasKeySource];
  return (item, at, warn) => {
    for (const check of checks) {
      const reason = check(item, at);
      if (reason === null) continue;
      warn(reason);
      return null;
    }
    const provider = fromChecked(item, at, warn);
    seen.add(provider.id);
    return provider;
  };
}

const complete: Check = (item, at) =>
  [item.id, item.label, item.baseUrl].some((value) => textOf(value) === undefined)
    ? manifestTexts.providerIncomplete(at)
    : null;

const idIsSlug: Check = (item, at) => {
  const id = textOf(item.id) ?? '';
  return slug.test(id) ? null : manifestTexts.providerId(at, id);
};

const urlIsSafe: Check = (item, at) => {
  const text = textOf(item.baseUrl) ?? '';
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  const plain = protocol === 'http:' && item.keyless === true && isLoopbackUrl(text);
  return protocol === 'https:' || plain ? null : manifestTexts.providerUrl(at);
};

const keylessIsLocal: Check = (item, at) => {
  const text = textOf(item.baseUrl) ?? '';
  return item.keyless === true && !isLoopbackUrl(text)
    ? manifestTexts.providerKeyless(at, text)
    : null;
};

const kindIsKnown: Check = (item, at) =>
  memberOf(providerKinds, item.kind) === undefined ? manifestTexts.providerKind(at) : null;

const hasKeySource: Check = (item, at) => {
  if (item.keyEnvVar === undefined) {
    return item.keyless === true ? null : manifestTexts.providerNoKey(at);
  }
  const name = textOf(item.keyEnvVar) ?? '';
  if (!variableName.test(name)) {
    return manifestTexts.providerKeyVariable(at, shown(item.keyEnvVar));
  }
  const isForeign =
    name.startsWith(ownVariables) || ordinaryVariables.has(name) || isPlain(name, '');
  return isForeign ? manifestTexts.providerOwnVariable(at, name) : null;
};

/** The checks have ensured that all required parts are present. */
function fromChecked(item: JsonObject, at: string, warn: Warn): PluginProvider {
  return {
    id: textOf(item.id) ?? '',
    label: textOf(item.label) ?? '',
    kind: memberOf(providerKinds, item.kind) ?? 'openai-compat',
    baseUrl: textOf(item.baseUrl) ?? '',
    ...present({
      keyEnvVar: textOf(item.keyEnvVar),
      keyless: item.keyless === true ? true : undefined,
      extraHeaders: readHeaders(objectOf(item.extraHeaders), at, warn),
    }),
  };
}

function readHeaders(
  headers: JsonObject | null,
  at: string,
  warn: Warn,
): Record<string, string> | undefined {
  const safe = Object.entries(headers ?? {}).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    if (typeof value === 'string' && headerName.test(name) && headerValue.test(value)) return true;
    warn(manifestTexts.providerHeader(at, name));
    return false;
  });
  return safe.length > 0 ? Object.fromEntries(safe) : undefined;
}
