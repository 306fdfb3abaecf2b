/**
 * The pages that a worker has asked the simulated web for, in a file that the worker and its successors append to: what
 * a killed process has written stays.
 */
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { scaleLimits } from '@seine/tools/bench-limits.ts'

/** Two unsigned integers of 32 bits: number of the website, number of the page. */
const recordBytes = 8

/** Appends to the file. */
export class LoadLog {
  readonly #file: number
  readonly #record = Buffer.alloc(recordBytes)

  /** Opens the file; it is created when missing. */
  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o600)
  }

  /** Notes one load. @param page 0 is the start page. */
  note(site: number, page: number): void {
    this.#record.writeUInt32LE(site, 0)
    this.#record.writeUInt32LE(page, 4)
    // In one write, so that a killed process leaves no part of a record.
    writeSync(this.#file, this.#record)
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Returns the number of loads in the file; 0 when it does not exist yet. */
export const loadsIn = (path: string): number =>
  Math.floor((statSync(path, { throwIfNoEntry: false })?.size ?? 0) / recordBytes)

/** Yields the loads in the file, in order. */
export async function* readLoads(path: string): AsyncGenerator<{ site: number; page: number }> {
  const file = await open(path, 'r')
  const piece = Buffer.alloc(recordBytes * scaleLimits.loadsRead)
  try {
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      const records = Math.floor(bytesRead / recordBytes)
      if (records === 0) return
      for (let from = 0; from < records * recordBytes; from += recordBytes) {
        yield { site: piece.readUInt32LE(from), page: piece.readUInt32LE(from + 4) }
      }
      at += records * recordBytes
    }
  } finally {
    await file.close()
  }
}
