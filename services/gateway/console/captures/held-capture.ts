/** The current capture. It is kept in the tab's memory only: a HAR file preserves it beyond a reload. */
import { signal } from '@preact/signals'
import { ServiceProblem, ServiceAway, SignedOut } from '../api/service-problem.ts'
import { call, callForText } from '../api/call.ts'
import { atSignOut } from '../api/session.ts'
import type { CaptureRecord } from '../calls/captured-call.ts'
import { readCaptureAnswer } from '../har/capture-answer.ts'
import { harSizeProblem, readHarFile } from '../har/har-file.ts'
import type { FormValues } from '../new/form-body.ts'

export interface HeldCapture {
  record: CaptureRecord
  /** The document it was read from; null: an answer of the service that is no HAR. */
  har: unknown
  /** Name of the HAR file; null for a capture run here. */
  fileName: string | null
}

/** Why the last capture failed. */
export type CaptureProblem = { kind: 'service'; problem: ServiceProblem } | { kind: 'file' | 'answer'; text: string }

/** What was entered into the form. */
export const captureValues = signal<FormValues>({})

/** The current capture; null before the first. */
export const heldCapture = signal<HeldCapture | null>(null)

/** Why the last try failed; null when it succeeded. */
export const captureProblem = signal<CaptureProblem | null>(null)

/** Stops the running capture; null without one. */
export const runningCapture = signal<AbortController | null>(null)

atSignOut(() => {
  runningCapture.value?.abort()
  captureValues.value = {}
  heldCapture.value = null
  captureProblem.value = null
})

/** What to capture. */
export interface CaptureOrder {
  /** Body of `POST /browser/network`. */
  body: Readonly<Record<string, unknown>>
  /** Requests HAR, which includes static files. */
  hasStaticFiles: boolean
}

/** The route of captures. */
const path = 'browser/network'

async function holdAnswer({ body, hasStaticFiles }: CaptureOrder, ending: AbortController): Promise<void> {
  const accept = hasStaticFiles ? 'application/har+json' : 'application/json'
  const options = { method: 'POST', body, headers: { accept }, signal: ending.signal } as const
  if (!hasStaticFiles) {
    heldCapture.value = { record: readCaptureAnswer(await call(path, options)), har: null, fileName: null }
    return
  }
  const reading = readHarFile(await callForText(path, options))
  if ('problem' in reading) captureProblem.value = { kind: 'file', text: reading.problem }
  else heldCapture.value = { record: reading.capture, har: reading.har, fileName: null }
}

/** Runs a capture. Does nothing while one is running. */
export async function runCapture(order: CaptureOrder): Promise<void> {
  if (runningCapture.value !== null) return
  captureProblem.value = null
  const ending = new AbortController()
  runningCapture.value = ending
  try {
    await holdAnswer(order, ending)
  } catch (error) {
    if (error instanceof ServiceProblem) captureProblem.value = { kind: 'service', problem: error }
    else if (ending.signal.aborted || error instanceof SignedOut) return
    else if (!(error instanceof ServiceAway)) throw error
    else captureProblem.value = { kind: 'answer', text: 'The answer was lost, and the capture with it. Run it again.' }
  } finally {
    runningCapture.value = null
  }
}

/** Opens a HAR file. An invalid file leaves the current capture unchanged. */
export async function openHar(file: File): Promise<void> {
  captureProblem.value = null
  const reading = await readFile(file)
  if ('problem' in reading) captureProblem.value = { kind: 'file', text: reading.problem }
  else heldCapture.value = { record: reading.capture, har: reading.har, fileName: file.name }
}

async function readFile(file: File): Promise<ReturnType<typeof readHarFile>> {
  const tooLarge = harSizeProblem(file.size)
  if (tooLarge !== null) return { problem: tooLarge }
  try {
    return readHarFile(await file.text())
  } catch {
    return { problem: 'The file cannot be read.' }
  }
}
