/** Writes the request of a call as a command for a POSIX shell. */
import { shellQuoted } from '../code/shell-quoted.ts'
import type { CallBody, CallHeader, CapturedCall } from './captured-call.ts'

/** Headers that curl writes itself. */
const ownHeaders = new Set(['content-length', 'host', 'connection', 'accept-encoding'])

/** A name that is no token (RFC 9110, section 5.6.2) is left out: curl reads a file for `-H @name`. */
const isToken = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name)

/** Control characters, which a terminal interprets when a command is pasted. */
const controls = /\p{Cc}+/gu

/** Control characters other than line breaks and tabs. */
const oddControls = /(?![\t\n\r])\p{Cc}/u

function headerArguments(headers: readonly CallHeader[]): string[] {
  const written = headers.filter(({ name }) => isToken(name) && !ownHeaders.has(name.toLowerCase()))
  return written.map(({ name, value }) => {
    const line = value.replaceAll(controls, ' ').trim()
    // `name:` without a value would remove a header; `name;` sends it empty.
    return `-H ${shellQuoted(line === '' ? `${name};` : `${name}: ${line}`)}`
  })
}

const hasHeader = (headers: readonly CallHeader[], searched: string): boolean =>
  headers.some(({ name }) => name.toLowerCase() === searched)

function methodArguments({ method, requestBody }: CapturedCall): string[] {
  const own = requestBody.text === null ? 'GET' : 'POST'
  if (method === own || !isToken(method)) return []
  return method === 'HEAD' ? ['--head'] : [`-X ${shellQuoted(method)}`]
}

/** Returns the body in base64 when it cannot be a shell argument or contains control characters; null otherwise. */
function encodedBody({ text, isBase64 }: CallBody): string | null {
  if (text === null || isBase64) return text
  if (!oddControls.test(text)) return null
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))
}

const bodyArguments = (body: CallBody): string[] => {
  if (body.text === null) return []
  return encodedBody(body) === null ? [`--data-raw ${shellQuoted(body.text)}`] : ['--data-binary @-']
}

/** Base64 is decoded by the shell, because an argument cannot hold all bytes. */
function piped(body: CallBody): string {
  const encoded = encodedBody(body)
  return encoded === null ? '' : `printf %s ${shellQuoted(encoded)} | base64 -d | `
}

const schemes = new Set(['http:', 'https:', 'ws:', 'wss:'])

/**
 * @returns the command; null for an address that is not http(s) or ws(s), which no browser would have sent to a server.
 */
export function curlCommand(call: CapturedCall): string | null {
  const url = URL.parse(call.url)
  if (url === null || !schemes.has(url.protocol)) return null
  const { requestHeaders, requestBody } = call
  const parts = [
    `curl ${shellQuoted(url.href)}`,
    // curl expands brackets and braces in addresses unless `--globoff` is set.
    ...(/[[\]{}]/.test(url.href) ? ['--globoff'] : []),
    ...methodArguments(call),
    ...headerArguments(requestHeaders),
    ...(hasHeader(requestHeaders, 'accept-encoding') ? ['--compressed'] : []),
    ...bodyArguments(requestBody),
  ]
  const note = requestBody.isTruncated || requestBody.missing !== null ? '# The body is not complete.\n' : ''
  return `${note}${piped(requestBody)}${parts.join(' \\\n  ')}`
}
