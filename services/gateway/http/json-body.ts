/** Reads request bodies: only JSON in UTF-8, plain or compressed, within the size limit. */
import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress, type ZlibOptions } from 'node:zlib'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { joinBytes } from '@seine/shared/values/join-bytes.ts'
import type { RequestHandler } from 'express'
import { ApiError, invalidRequest } from './api-error.ts'
import { parseJson, TooManyValuesError } from './parse-json.ts'

type Decoder = (bytes: Buffer, options: Pick<ZlibOptions, 'maxOutputLength'>) => Promise<Buffer>

const decoders: Readonly<Record<string, Decoder>> = {
  identity: async (bytes) => await Promise.resolve(bytes),
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

const malformed = (detail: string, cause?: unknown): ApiError => new ApiError('malformed_json', detail, { cause })
const unsupported = (detail: string): ApiError => new ApiError('unsupported_media_type', detail)

/** The connection closes: the rest of the body is not awaited, and no further request can follow it. */
const tooLarge = (maxBytes: number): ApiError =>
  new ApiError('body_too_large', `the request body exceeds ${maxBytes} bytes`, {
    headers: { Connection: 'close' },
  })

/** Refuses content types that are not accepted, based on the headers alone. @throws ApiError */
function checkType(contentType: string): void {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type.trim())) {
    throw unsupported('the request body must be `application/json`')
  }
  const charset = parameters.map((each) => /^\s*charset="?(?<name>[^"]*)"?\s*$/.exec(each)?.groups?.['name']).join('')
  if (!['', 'utf-8', 'utf8'].includes(charset)) throw unsupported('the request body must be in UTF-8')
}

function decoderOf(contentEncoding: string): Decoder {
  const decoder = Object.entries(decoders).find(([name]) => name === contentEncoding.trim().toLowerCase())?.[1]
  if (decoder === undefined) throw unsupported('the content encoding of the body is not supported')
  return decoder
}

/** Returns the bytes of the body as they were sent. Stops reading at the limit. */
async function received(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // Destroying the request would close the connection before the response is sent.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length
      if (bytes > maxBytes) break
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    throw malformed('the request body ends too early', error)
  }
  if (bytes > maxBytes) throw tooLarge(maxBytes)
  return await joinBytes(chunks, requestLimits.turnMs)
}

async function decoded(bytes: Buffer, decode: Decoder, maxBytes: number): Promise<Buffer> {
  try {
    return await decode(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes)
    throw malformed('the request body does not match its Content-Encoding', error)
  }
}

/** Parses the body. Bodies with millions of values are refused, because they would block other requests. */
async function parsed(bytes: Buffer): Promise<unknown> {
  const { bodyValuesMax } = requestLimits
  try {
    return await parseJson(bytes, bodyValuesMax)
  } catch (error) {
    if (!(error instanceof TooManyValuesError)) throw malformed('the request body is not JSON', error)
    const message = `the request body has more than ${bodyValuesMax} values`
    throw invalidRequest([{ pointer: '', code: 'limit_exceeded', message }])
  }
}

/**
 * Parses the body into `req.body`. Throws ApiError: 400, 413, 415, or 422 for too many values.
 * @param maxBytes size limit of the body, both as sent and decompressed.
 */
export function jsonBody(maxBytes: number): RequestHandler {
  return async (req, _res, next) => {
    checkType(req.get('content-type') ?? '')
    const decoder = decoderOf(req.get('content-encoding') ?? 'identity')
    const bytes = await received(req, maxBytes)
    if (bytes.length === 0) throw malformed('the request has no body')
    req.body = await parsed(await decoded(bytes, decoder, maxBytes))
    // Yields between parsing and validating a large body, so that other requests can proceed.
    await nextTurn()
    next()
  }
}
