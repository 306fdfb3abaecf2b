/** A call with every member, to be changed by tests. */
import type { CallBody, CapturedCall } from '../captured-call.ts'

export const noBody: CallBody = {
  text: null,
  isBase64: false,
  mimeType: '',
  bytes: 0,
  isTruncated: false,
  missing: null,
}

export const noPhases = { blocked: 0, dns: 0, connect: 0, tls: 0, send: 0, wait: 0, receive: 0 }

/** @returns a finished document call that lasted 100 ms, with the members given. */
export const sampleCall = (members: Partial<CapturedCall> = {}): CapturedCall => ({
  id: 'c1',
  type: 'document',
  state: 'finished',
  method: 'GET',
  url: 'https://example.com/guide/',
  httpVersion: 'h2',
  status: 200,
  statusText: 'OK',
  startMs: 0,
  timeMs: 100,
  redirectMs: 0,
  phases: { ...noPhases, dns: 10, connect: 20, tls: 10, send: 10, wait: 40, receive: 10 },
  redirects: [],
  redirectTo: null,
  requestHeaders: [],
  responseHeaders: [],
  requestBody: noBody,
  responseBody: noBody,
  transferBytes: 5_120,
  mimeType: 'text/html',
  failure: null,
  initiator: { type: 'other', url: null, line: null, column: null, callId: null },
  frames: [],
  framesTotal: 0,
  serverAddress: null,
  cache: null,
  ...members,
})
