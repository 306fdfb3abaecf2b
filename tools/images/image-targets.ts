/** The container images: what each runs, and what of its packages it never loads. */

/** Names of the images, which are targets of the Dockerfile. */
export const imageTargets = ['gateway', 'scrape-worker', 'browser-worker', 'cli'] as const
export type ImageTarget = (typeof imageTargets)[number]

/** The program that each image starts, relative to the repository. */
export const imagePrograms: Readonly<Record<ImageTarget, string>> = {
  gateway: 'services/gateway/main.ts',
  'scrape-worker': 'services/scrape-worker/main.ts',
  'browser-worker': 'services/browser-worker/main.ts',
  cli: 'services/cli/client-main.ts',
}

/** Further programs of an image, for who gives another command: the scrape worker's has all that Temporal and the store need. */
const furtherPrograms: Readonly<Partial<Record<ImageTarget, readonly string[]>>> = {
  'scrape-worker': ['services/scrape-worker/prepare-temporal.ts', 'services/scrape-worker/prepare-store.ts'],
  'browser-worker': ['services/browser-worker/chromium-host.ts', 'services/browser-worker/door.ts'],
}

/** All programs of an image. */
export const programsOf = (target: ImageTarget): string[] => [imagePrograms[target], ...(furtherPrograms[target] ?? [])]

/**
 * Packages that others declare and that no program loads: the compiler of workflow bundles, which are
 * made with the image, the second protocol of browsers, and the types of Node.
 */
export const unusedPackages: ReadonlySet<string> = new Set(['@swc/core', '@types/node', 'chromium-bidi', 'swc-loader'])

/** Folders of a package, and of the bridge to Temporal, that are for its authors. */
const authorsFolders = /^(?:tests?|tests-wtr|__tests__|examples?|benchmarks?|docs|bridge-macros|sdk-core)$/

/**
 * True for a file of a package that no program reads: types, source maps, documentation, tests, sources
 * of native code.
 * @param path relative to the package.
 */
export const isUnusedFile = (path: string): boolean =>
  authorsFolders.test(path.split('/')[0] ?? '') ||
  /\.(?:d\.[cm]?ts|map|md|markdown|flow|rs|test\.[cm]?[jt]sx?)$/.test(path)
