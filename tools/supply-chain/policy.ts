/**
 * The policy of the supply chain checks. Every entry that names a package states a reason; an entry that no longer
 * applies fails the check, so that the lists stay as short as possible.
 */

/**
 * Licences that any package may have, as SPDX identifiers: permissive, requiring only that notices are kept. A licence
 * with an exception is listed as `ID WITH EXCEPTION`.
 */
const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
])

/** A licence with further conditions, accepted for one package. */
export interface AcceptedLicence {
  package: string
  /** SPDX identifier. */
  licence: string
  reason: string
}

const acceptedLicences: readonly AcceptedLicence[] = [
  {
    package: 'argparse',
    licence: 'PSF-2.0',
    reason: 'permissive; the command of markdown-it uses it, which nothing here runs',
  },
  {
    package: 'axe-core',
    licence: 'MPL-2.0',
    reason: 'copyleft for changes to its own files; tests use it unchanged',
  },
  {
    package: '@duckduckgo/autoconsent',
    licence: 'MPL-2.0',
    reason: 'copyleft for changes to its own files; it is used and passed on unchanged',
  },
  {
    package: 'argparse',
    licence: 'Python-2.0',
    reason: 'permissive; `openapi-typescript` installs it, and nothing that ships contains it',
  },
  {
    package: 'caniuse-lite',
    licence: 'CC-BY-4.0',
    reason: 'data with attribution; webpack reads it when the bundle of workflows is made',
  },
  {
    package: 'spdx-exceptions',
    licence: 'CC-BY-3.0',
    reason: 'data with attribution; only this check reads it',
  },
]

/** The licence of a package whose manifest states none, or none that SPDX knows, read from its licence file. */
export interface Clarification {
  package: string
  version: string
  /** The licence as stated in the manifest; null: not stated. */
  stated: string | null
  /** SPDX expression. */
  licence: string
  /** The licence file in the package, and its SHA-256. */
  file: string
  sha256: string
}

const clarifications: readonly Clarification[] = [
  {
    package: 'duck',
    version: '0.1.12',
    stated: 'BSD',
    licence: 'BSD-2-Clause',
    file: 'LICENSE',
    sha256: '6663bbd049205d38a496ccacb412a151980b444627d38de218b3b809aef330f1',
  },
  {
    package: 'unionfs',
    version: '4.6.0',
    stated: null,
    licence: 'Unlicense',
    file: 'LICENSE',
    sha256: '6b0382b16279f26ff69014300541967a356a666eb0b91b422f6862f6b7dad17e',
  },
]

/** Packages with an install script, and why they work although it never runs. */
const installScripts: Readonly<Record<string, string>> = {
  '@scarf/scarf': 'reports installations to its maker; nothing else',
  '@swc/core': 'fetches a WebAssembly build when there is no native one; the native one is a separate package',
  protobufjs: 'warns about version ranges',
  puppeteer: 'downloads a browser; Chromium comes from Debian',
}

/** The policy of the checks. */
export const policy = { allowedLicences, acceptedLicences, clarifications, installScripts }
