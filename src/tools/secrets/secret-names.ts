/**
 * True if a file of this path usually holds credentials: settings of an environment, private keys,
 * stores of keys, and the files in which tools keep logins. Examples (`.env.example`) do not.
 *
 * @param path with `/` between the parts
 */
export function isSecretFile(path: string): boolean {
  const parts = path.normalize('NFC').toLowerCase().split('/');
  const name = parts.at(-1) ?? '';
  if (example.test(name) || name.endsWith('.pub')) return false;
  if (names.has(name) || patterns.some((pattern) => pattern.test(name))) return true;
  return byFolder.has(parts.slice(-2).join('/'));
}

const example = /[._-](?:example|sample|template|tmpl|dist|defaults?|schema)(?:\.[a-z]+)?$/;

const names: ReadonlySet<string> = new Set([
  '.envrc',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.htpasswd',
  '.pgpass',
  'pgpass.conf',
  '.my.cnf',
  '.mylogin.cnf',
  '.dockercfg',
  '.s3cfg',
  '.boto',
  '.vault-token',
  '.terraformrc',
  'terraform.rc',
  '.renviron',
  '.rhosts',
  '.bash_history',
  '.zsh_history',
  '.psql_history',
  '.mysql_history',
  '.node_repl_history',
  '.python_history',
  'credentials',
  'credentials.json',
  'client_secret.json',
  'application_default_credentials.json',
  'kubeconfig',
  'master.key',
  'wallet.dat',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ecdsa_sk',
  'id_ed25519',
  'id_ed25519_sk',
]);

const patterns: readonly RegExp[] = [
  /^\.env(?:\..+)?$/,
  /.\.env$/,
  /\.(?:pem|key|p8|p12|pfx|pkcs12|jks|keystore|bks|kdbx?|ppk|ovpn|mobileprovision)$/,
  /\.tfvars(?:\.json)?$/,
  /\.tfstate(?:\..+)?$/,
  /^\.?secrets?\.(?:ya?ml|json|toml|ini|properties|txt|env)$/,
  /^(?:service[._-]?account|client_secret)[^/]*\.json$/,
  /^firebase-adminsdk[^/]*\.json$/,
];

/** Names that hold a login only in the folder of their tool. */
const byFolder: ReadonlySet<string> = new Set([
  '.docker/config.json',
  '.kube/config',
  '.aws/config',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.config/hub',
  'gh/hosts.yml',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
]);
