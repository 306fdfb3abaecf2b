/** The capture in sight. It lives in the memory of the tab: a reload asks to run it again, a HAR file keeps it. */
import { signal } from '@preact/signals'
import { ServiceProblem, ServiceAway, SignedOut } from '../api/service-problem.ts'
import { send } from '../api/call.ts'
import { atSignOut } from '../api/session.ts'
import type { CaptureRecord } from '../calls/captured-call.ts'
import { readCaptureAnswer } from '../har/capture-answer.ts'
import { harSizeProblem, readHarFile } from '../har/har-file.ts'
import type { FormValues } from '../new/form-body.ts'

export interface HeldCapture {
  record: CaptureRecord
  /** The document it was read from; null: an answer of the service that is no HAR. */
  har: unknown
  /** Name of the file; null: it was run here. */
  fileName: string | null
}

/** Why there is no new capture. */
export type CaptureProblem = { kind: 'service'; problem: ServiceProblem } | { kind: 'file'; text: string }

/** What was entered into the form. */
export const captureValues = signal<FormValues>({})

/** The capture in sight; null: none yet. */
export const heldCapture = signal<HeldCapture | null>(null)

/** Why the last try gave none; null: it gave one. */
export const captureProblem = signal<CaptureProblem | null>(null)

/** Stops the capture that runs; null: none does. */
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
  /** Asks for an archive, which lists static files too. */
  hasStaticFiles: boolean
}

async function holdAnswer({ body, hasStaticFiles }: CaptureOrder, ending: AbortController): Promise<void> {
  const accept = hasStaticFiles ? 'application/har+json' : 'application/json'
  const response = await send('browser/network', { method: 'POST', body, headers: { accept }, signal: ending.signal })
  if (!hasStaticFiles) {
    heldCapture.value = { record: readCaptureAnswer(await response.json()), har: null, fileName: null }
    return
  }
  const reading = readHarFile(await response.text())
  if ('problem' in reading) captureProblem.value = { kind: 'file', text: reading.problem }
  else heldCapture.value = { record: reading.capture, har: reading.har, fileName: null }
}

/** Runs a capture. While one runs, nothing happens. */
export async function runCapture(order: CaptureOrder): Promise<void> {
  if (runningCapture.value !== null) return
  captureProblem.value = null
  const ending = new AbortController()
  runningCapture.value = ending
  try {
    await holdAnswer(order, ending)
  } catch (error) {
    if (error instanceof ServiceProblem) captureProblem.value = { kind: 'service', problem: error }
    else if (!ending.signal.aborted && !(error instanceof ServiceAway) && !(error instanceof SignedOut)) throw error
  } finally {
    runningCapture.value = null
  }
}

/** Opens a HAR file of any program; one that is none leaves the capture in sight as it is. */
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
