/** The container images: the program of each, and the parts of its packages that it never loads. */

/** Names of the images, which are the targets of the Dockerfile. */
export const imageTargets = ['gateway', 'scrape-worker', 'browser-worker', 'cli'] as const
export type ImageTarget = (typeof imageTargets)[number]

/** The program that each image starts, relative to the repository. */
export const imagePrograms: Readonly<Record<ImageTarget, string>> = {
  gateway: 'services/gateway/main.ts',
  'scrape-worker': 'services/scrape-worker/main.ts',
  'browser-worker': 'services/browser-worker/main.ts',
  cli: 'services/cli/client-main.ts',
}

/**
 * Additional programs of an image, for users who override its command: the scrape worker's image has everything that is
 * needed to prepare Temporal and the store. The console runs in browsers; its gateway serves the files.
 */
const furtherPrograms: Readonly<Partial<Record<ImageTarget, readonly string[]>>> = {
  gateway: ['services/gateway/console/frame/start.ts'],
  'scrape-worker': ['services/scrape-worker/prepare-temporal.ts', 'services/scrape-worker/prepare-store.ts'],
  'browser-worker': ['services/browser-worker/chromium-host.ts', 'services/browser-worker/door.ts'],
}

/** Returns all programs of an image. */
export const programsOf = (target: ImageTarget): string[] => [imagePrograms[target], ...(furtherPrograms[target] ?? [])]

/**
 * Packages that are declared as dependencies but that no program loads: the compiler of workflow bundles, which are
 * built with the image; the second browser protocol; and the Node.js types.
 */
export const unusedPackages: ReadonlySet<string> = new Set(['@swc/core', '@types/node', 'chromium-bidi', 'swc-loader'])

/** Folders of a package, and of the bridge to Temporal, that only its developers need. */
const authorsFolders = /^(?:tests?|tests-wtr|__tests__|examples?|benchmarks?|docs|bridge-macros|sdk-core)$/

/**
 * Returns true for a file of a package that no program reads: types, source maps, documentation, tests, sources of
 * native code.
 * @param path path relative to the package.
 */
export const isUnusedFile = (path: string): boolean =>
  authorsFolders.test(path.split('/')[0] ?? '') ||
  /\.(?:d\.[cm]?ts|map|md|markdown|flow|rs|test\.[cm]?[jt]sx?)$/.test(path)
