/** Notes for those who upgrade, in the change log. */

/** Returns the text of all sections `Upgrading` of a change log in the form of Keep a Changelog. */
export const upgradeNotes = (changelog: string): string =>
  changelog
    .split(/^(?=#{2,3} )/m)
    .filter((section) => section.startsWith('### Upgrading'))
    .join('')
