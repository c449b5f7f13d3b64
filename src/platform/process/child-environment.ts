import type { Environment } from '../config/read-environment.js';
import { carriesCredentials, isSecretVariable } from './secret-name.js';

// Apart from `ChildEnvironments`: the entry of the service loads no framework.

/** Variables that shells, git, Node, browsers and common tool chains need. */
const plainNames = new Set(
  [
    'PATH HOME USER LOGNAME SHELL HOSTNAME PWD TZ TMPDIR TMP TEMP CI',
    'TERM COLORTERM NO_COLOR FORCE_COLOR LANG LANGUAGE DISPLAY WAYLAND_DISPLAY MANPATH INFOPATH',
    // Windows cannot start programs without some of these.
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES',
    'PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432',
    'USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH PUBLIC ALLUSERSPROFILE COMPUTERNAME OS',
    'NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER PSMODULEPATH',
    // Proxies; an address with credentials is left out because of its value.
    'HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY',
    'SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE',
    'NIX_SSL_CERT_FILE',
    // Locations and caches of tool chains.
    'JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME KOTLIN_HOME SDKMAN_DIR',
    'ANDROID_HOME ANDROID_SDK_ROOT ANDROID_NDK_HOME GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOPROXY',
    'CARGO_HOME CARGO_TARGET_DIR RUSTUP_HOME RUSTUP_TOOLCHAIN PYENV_ROOT PYENV_VERSION VIRTUAL_ENV',
    'PYTHONPATH CONDA_PREFIX CONDA_DEFAULT_ENV POETRY_HOME PIPX_HOME PIP_CACHE_DIR UV_CACHE_DIR',
    'NVM_DIR NVM_BIN VOLTA_HOME FNM_DIR ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PNPM_HOME COREPACK_HOME',
    'BUN_INSTALL DENO_DIR DENO_INSTALL NPM_CONFIG_CACHE YARN_CACHE_FOLDER RBENV_ROOT GEM_HOME GEM_PATH',
    'BUNDLE_PATH DOTNET_ROOT NUGET_PACKAGES COMPOSER_HOME PHPENV_ROOT HOMEBREW_PREFIX NIX_PATH',
    'NIX_PROFILES LD_LIBRARY_PATH PKG_CONFIG_PATH CC CXX PLAYWRIGHT_BROWSERS_PATH CHROME_BIN',
    'CHROME_PATH PUPPETEER_EXECUTABLE_PATH CODEX_HOME HERMES_HOME',
  ].flatMap((line) => line.split(' ')),
);

const proxyNames = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'ALL_PROXY']);

/** Shorter values are hardly secrets and would match by accident. */
const shortestSecret = 8;

/** An operator's additions, and exclusions that always apply. */
interface Inheritance {
  /** Names besides the standard ones, as written in `OFFICE_CHILD_ENV`. */
  readonly added: readonly string[];
  /** Names of the service's own variables; case-insensitive. */
  readonly withheld: Iterable<string>;
  /** Variables that contain one of these values are never passed on. */
  readonly values: readonly string[];
}

/**
 * The variables that a child process inherits: the standard ones and the operator's additions.
 * Returns a new object. Variables configured for one particular child are added by the caller,
 * unfiltered: they are a deliberate grant.
 */
export function inheritedEnvironment(
  parent: Environment,
  { added, withheld, values }: Inheritance,
): Record<string, string> {
  const granted = new Set(added.map((name) => name.toUpperCase()));
  const kept = new Set([...withheld].map((name) => name.toUpperCase()));
  const secrets = values.filter((value) => value.length >= shortestSecret);
  const inherited = Object.entries(parent).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !kept.has(entry[0].toUpperCase()) &&
      (granted.has(entry[0].toUpperCase()) || isPlain(entry[0], entry[1])) &&
      !secrets.some((secret) => entry[1]?.includes(secret)),
  );
  return Object.fromEntries(inherited);
}

/** True if every child may have this variable without an operator's addition. */
export function isPlain(name: string, value: string): boolean {
  const upper = name.toUpperCase();
  const known = plainNames.has(upper) || upper.startsWith('LC_') || upper.startsWith('XDG_');
  if (!known || isSecretVariable(name) || carriesCredentials(value)) return false;
  return !(proxyNames.has(upper) && value.includes('@'));
}
