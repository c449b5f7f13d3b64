/** Catalogues, sources, installs and upgrades. */
export const marketplaceTexts = {
  catalogNotObject: 'the catalog is not a JSON object.',
  catalogNotJson: 'the catalog is not valid JSON.',
  catalogNoPlugins: 'the catalog has no "plugins" array.',
  catalogTooLarge: (bytes: number) => `the catalog is larger than ${bytes / (1024 * 1024)} MB.`,
  entryNotObject: (index: number) => `plugins[${index}] is not an object.`,
  entryInvalid: (index: number, clauses: string) =>
    `plugins[${index}].manifest is invalid - ${clauses}`,
  entryNoUrl: (index: number) => `plugins[${index}] has no downloadUrl.`,
  entryBadUrl: (index: number, id: string) =>
    `plugins[${index}] (${id}) has a downloadUrl that is not a URL.`,
  entryNoHash: (index: number, id: string) =>
    `plugins[${index}] (${id}) has no valid sha256. An install will not run a bundle whose hash the marketplace did not publish.`,
  entryForeign: (index: number, id: string, from: string, scheme: string, listedBy: string) =>
    `plugins[${index}] (${id}) downloads from ${from} over ${scheme}//, but it is listed by ${listedBy}. A bundle must be served by the marketplace that lists it, over https (plain http is allowed only between loopback addresses).`,
  catalogUrl: 'A catalog URL must start with http:// or https://.',
  redirected: (location: string) =>
    `the marketplace redirected to ${location}. Register the URL it redirects to, so the catalog and its bundles come from one origin.`,
  status: (status: number) => `the marketplace returned HTTP ${status}.`,
  unreachable: (error: string) => `could not reach the marketplace: ${error}`,
  notListed: (id: string) => `"${id}" is not in that marketplace.`,
  alreadyInstalled: (id: string, version: string) => `"${id}" ${version} is already installed.`,
  bundledUpgrade: (id: string) =>
    `"${id}" ships with the office; update it by updating the service.`,
  notNewer: (id: string, installed: string, offered: string) =>
    `"${id}" is already at ${installed}; the marketplace offers ${offered}.`,
  downloadRefused: (reason: string) => `the bundle download was refused: ${reason}`,
  downloadFailed: (error: string) => `could not download the bundle: ${error}`,
  downloadLeft: (from: string, to: string) => `the bundle download left ${from} for ${to}.`,
  downloadUnencrypted: (host: string) => `${host} would be read without encryption.`,
  downloadStatus: (status: number) => `the download returned HTTP ${status}.`,
  downloadTooLarge: (bytes: number) => `it is larger than ${bytes / (1024 * 1024)} MB.`,
  checksumMismatch: (published: string, actual: string) =>
    `checksum mismatch: the marketplace published ${published.slice(0, 16)}... but the bundle hashes to ${actual.slice(0, 16)}...`,
  noManifest: 'the bundle has no plugin.json at its root or in a single wrapping directory.',
  declaresOther: (declared: string, requested: string) =>
    `the bundle declares "${declared}" but "${requested}" was requested.`,
  notLoaded: 'the bundle was unpacked but could not be loaded.',
  installFailed: 'Install failed.',
  installed: (id: string, version: string, url: string) => `installed ${id} ${version} from ${url}`,
  upgraded: (id: string, version: string, url: string) => `upgraded ${id} ${version} from ${url}`,
  urlRequired: 'A "url" string is required.',
  urlNotAbsolute: 'A marketplace URL must be an absolute http:// or https:// URL.',
  urlScheme: (scheme: string) => `A marketplace URL must be http:// or https:// (got ${scheme}//).`,
  alreadyRegistered: 'That marketplace is already registered.',
  noMarketplace: (id: string) => `No marketplace "${id}".`,
  sourceFailed: (label: string, error: string) => `${label}: ${error}`,
} as const;

/** Reasons not to unpack a bundle. */
export const bundleTexts = {
  notGzip: (error: string) => `the bundle is not valid gzip: ${error}`,
  notTar: (error: string) => `the bundle is not a valid tar archive: ${error}`,
  longNames: 'GNU long-name tar extensions are not supported; repack with ustar names.',
  link: (name: string) => `archive entry "${name}" is a link, which bundles may not contain.`,
  unsupported: (name: string, type: string) =>
    `archive entry "${name}" has unsupported type "${type}".`,
  base256: 'base-256 tar sizes are not supported.',
  badSize: (text: string) => `tar entry has an unreadable size field ("${text}").`,
  emptyPath: 'archive contains an empty path.',
  absolute: (path: string) => `archive entry "${path}" is an absolute path.`,
  escapes: (path: string) => `archive entry "${path}" escapes the plugin directory.`,
  unusable: (path: string) => `archive entry "${path}" has a name that not every system can store.`,
  tooDeep: (path: string, max: number) =>
    `archive entry "${path}" lies more than ${max} directories deep.`,
  unpackable: (path: string) =>
    `"${path}" cannot be stored in a plain ustar archive: use a shorter name of plain characters.`,
  twice: (path: string) => `archive entry "${path}" is there twice.`,
  inTheWay: (path: string) => `archive entry "${path}" is a file and a directory at once.`,
  tooLarge: 'the bundle expands past the 32 MB limit.',
  tooManyFiles: 'the bundle contains more than 2048 files.',
  truncated: (path: string) => `archive entry "${path}" is truncated.`,
  empty: 'the bundle contained no files.',
} as const;
