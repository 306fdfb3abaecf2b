/** Request bodies: JSON and nothing else, within the size limit. */
import { jobLimits } from '@seine/shared/config/limits.ts'
import express, { type RequestHandler } from 'express'
import { ApiError } from './api-error.ts'

const noBody = (): ApiError => new ApiError('malformed_json', 'the request has no body')

const requireJson: RequestHandler = (req, _res, next) => {
  const type = (req.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(type)) {
    throw new ApiError('unsupported_media_type', 'the request body must be `application/json`')
  }
  // The parser would take an announced body of no bytes for an empty object.
  if (req.get('content-length') === '0') throw noBody()
  next()
}

const parse = express.json({ limit: jobLimits.requestBodyMaxBytes, strict: false, type: () => true })

const requireBody: RequestHandler = (req, _res, next) => {
  if (req.body === undefined) throw noBody()
  next()
}

/** Parses the body into `req.body`; faults of the parser are mapped by the error handler. */
export const jsonBody: readonly RequestHandler[] = [requireJson, parse, requireBody]
