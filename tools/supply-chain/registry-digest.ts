/** Asks a registry for the digest behind a tag (OCI Distribution Specification 1.1). */
import { createHash } from 'node:crypto'

/** Timeout of one request, milliseconds. */
const requestTimeoutMs = 30_000

/** What may be behind a tag; an index, which lists an image for each platform, comes first. */
const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

/** Host of the registry that references without a host mean. */
const defaultHost = 'registry-1.docker.io'

/** Returns the URL of a tag's manifest. Registries of this machine are asked without TLS. */
export function manifestUrl(name: string, tag: string): string {
  const [first = '', ...rest] = name.split('/')
  const hasHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  const host = hasHost && first !== 'docker.io' ? first : defaultHost
  const path = hasHost ? rest.join('/') : name
  const repository = host === defaultHost && !path.includes('/') ? `library/${path}` : path
  const isLocal = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host)
  return `${isLocal ? 'http' : 'https'}://${host}/v2/${repository}/manifests/${tag}`
}

/** Returns the URL of the token that a challenge asks for; null for another scheme. */
function tokenUrl(challenge: string): string | null {
  const fields = new Map([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))
  const realm = fields.get('realm')
  if (!/^bearer /i.test(challenge) || realm === undefined) return null
  const url = new URL(realm)
  for (const key of ['service', 'scope']) {
    const value = fields.get(key)
    if (value !== undefined) url.searchParams.set(key, value)
  }
  return url.href
}

async function ask(url: string, headers: Record<string, string>): Promise<Response> {
  return await fetch(url, { headers, signal: AbortSignal.timeout(requestTimeoutMs) })
}

async function anonymousToken(challenge: string): Promise<string> {
  const url = tokenUrl(challenge)
  if (url === null) throw new Error('the registry wants credentials of a kind that is not supported')
  const response = await ask(url, {})
  const { token, access_token: accessToken } = (await response.json()) as { token?: string; access_token?: string }
  const given = token ?? accessToken
  if (!response.ok || given === undefined) throw new Error(`the registry gave no token: HTTP ${response.status}`)
  return given
}

/**
 * Returns the digest behind a tag, computed from the manifest itself, so that a wrong header cannot pin something else.
 * @param url of the manifest
 * @throws Error when the registry cannot be reached or has no such tag
 */
export async function registryDigest(url: string): Promise<string> {
  const accept = { accept: manifestTypes }
  let response = await ask(url, accept)
  if (response.status === 401) {
    const token = await anonymousToken(response.headers.get('www-authenticate') ?? '')
    response = await ask(url, { ...accept, authorization: `Bearer ${token}` })
  }
  if (!response.ok) throw new Error(`the registry answered HTTP ${response.status}`)
  const manifest = Buffer.from(await response.arrayBuffer())
  const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`
  const stated = response.headers.get('docker-content-digest')
  if (stated !== null && stated !== digest) throw new Error(`the registry states ${stated}, its manifest has ${digest}`)
  return digest
}
