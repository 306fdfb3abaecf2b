/** Releases of systems of which `./dev test fresh` makes one of packages alone. Read before set-up: imports nothing. */

interface ReleasePackages {
  /** Name of the release in its archive. */
  suite: string
  /** Lines of sources.list(5). */
  sources: readonly string[]
}

const debian = (suite: string): ReleasePackages => ({
  suite,
  // With security updates, as the published images have them.
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

export const isFreshRelease = (word: string): word is FreshRelease => Object.hasOwn(freshReleases, word)
