/** Package URLs (purl-spec), by which scanners identify a package. */

/** Percent-encodes a part, including `:`, which separates the type. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Returns `pkg:TYPE/NAMESPACE/NAME@VERSION?KEY=VALUE`.
 * @param namespace empty: none
 * @param qualifiers entries without a value are omitted; the others are sorted by key
 */
export function packageUrl(
  type: 'npm' | 'deb' | 'cargo' | 'generic',
  namespace: string,
  name: string,
  version: string,
  qualifiers: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = [namespace, name].filter((part) => part !== '').map(encoded)
  const query = Object.entries(qualifiers)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, value]) => (value === undefined || value === '' ? [] : [`${key}=${encoded(value)}`]))
  return `pkg:${type}/${path.join('/')}@${encoded(version)}${query.length === 0 ? '' : `?${query.join('&')}`}`
}
