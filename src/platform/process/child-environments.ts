import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../config/office-config.js';
import type { Environment } from '../config/read-environment.js';
import { carriesCredentials, isSecretName } from './secret-name.js';

/**
 * What every process this service starts may inherit: shells, git, MCP servers and harnesses.
 * Whoever brings a credential's name into the service (a plugin's provider) withholds it here.
 */
@Injectable()
export class ChildEnvironments {
  private readonly added: string[] = [];

  constructor(private readonly config: OfficeConfig) {}

  /** A fresh object without credentials. */
  inherited(): Record<string, string> {
    const { environment, childEnvironment, secretNames, secrets } = this.config;
    return inheritedEnvironment(environment, {
      added: childEnvironment,
      withheld: [...secretNames, ...this.added],
      values: secrets,
    });
  }

  /**
   * Names one more variable that no child may inherit.
   * @returns a function that lifts this again.
   */
  withhold(name: string): () => void {
    this.added.push(name);
    let held = true;
    return () => {
      if (held) this.added.splice(this.added.indexOf(name), 1);
      held = false;
    };
  }
}

/** What a shell, git, Node, a browser and the usual tool chains need to work. */
const plainNames = new Set(
  [
    'PATH HOME USER LOGNAME SHELL HOSTNAME PWD TZ TMPDIR TMP TEMP CI',
    'TERM COLORTERM NO_COLOR FORCE_COLOR LANG LANGUAGE DISPLAY WAYLAND_DISPLAY MANPATH INFOPATH',
    // Windows does not start programs without some of these.
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES',
    'PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432',
    'USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH PUBLIC ALLUSERSPROFILE COMPUTERNAME OS',
    'NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER PSMODULEPATH',
    // The way to the network; one with credentials is left out by its value.
    'HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY',
    'SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE',
    'NIX_SSL_CERT_FILE',
    // Where tool chains are and keep their caches.
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

/** Shorter values are no secrets worth the name, and would match by accident. */
const shortestSecret = 8;

/** What an operator added, and what must not be handed on even so. */
interface Inheritance {
  /** Names besides the plain ones, as the operator wrote them (`OFFICE_CHILD_ENV`). */
  readonly added: readonly string[];
  /** Names that belong to the service; compared without regard to case. */
  readonly withheld: Iterable<string>;
  /** No variable that holds one of these is handed on, whatever its name. */
  readonly values: readonly string[];
}

/**
 * The variables a child process inherits: those on the list, and those an operator added. Always
 * a fresh object. What an operator wrote for one particular child is added by the caller
 * afterwards, as it stands: it is a deliberate grant.
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

/** Whether any child may have this variable without an operator's word. */
export function isPlain(name: string, value: string): boolean {
  const upper = name.toUpperCase();
  const known = plainNames.has(upper) || upper.startsWith('LC_') || upper.startsWith('XDG_');
  if (!known || isSecretName(name) || carriesCredentials(value)) return false;
  return !(proxyNames.has(upper) && value.includes('@'));
}
