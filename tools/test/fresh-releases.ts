/**
 * System releases that `./dev test fresh` installs from packages alone. This module is loaded before set-up, so it
 * imports nothing.
 */

interface ReleasePackages {
  /** Name of the release in its archive. */
  suite: string
  /** Lines in the format of sources.list(5). */
  sources: readonly string[]
}

const debian = (suite: string): ReleasePackages => ({
  suite,
  // Includes security updates, as the published images do.
  sources: [
    `deb http://deb.debian.org/debian ${suite} main`,
    `deb http://deb.debian.org/debian ${suite}-updates main`,
    `deb http://deb.debian.org/debian-security ${suite}-security main`,
  ],
})

const ubuntu = (suite: string): ReleasePackages => ({
  suite,
  sources: ['', '-updates', '-security'].map(
    (pocket) => `deb http://archive.ubuntu.com/ubuntu ${suite}${pocket} main universe`,
  ),
})

export const freshReleases = {
  'debian-12': debian('bookworm'),
  'debian-13': debian('trixie'),
  'ubuntu-24.04': ubuntu('noble'),
} as const satisfies Record<string, ReleasePackages>

export type FreshRelease = keyof typeof freshReleases

export const freshReleaseNames = Object.keys(freshReleases)

/** Whether a word names a release that `./dev test fresh` knows. */
export const isFreshRelease = (word: string): word is FreshRelease => Object.hasOwn(freshReleases, word)
