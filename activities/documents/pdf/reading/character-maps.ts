/**
 * The predefined character maps (ISO 32000-1, 9.7.5.2) that PDF documents in Chinese, Japanese and
 * Korean name without having them inside. pdf.js reads those by a list of names of its own.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Maps the identifiers of characters to Unicode; one of many in the folder. */
const anyMap = 'pdfjs-dist/cmaps/Adobe-Japan1-UCS2.bcmap'

/** @returns the folder with a slash at its end, or null where the maps are not installed. */
export function characterMapsFolder(): string | null {
  try {
    const map = import.meta.resolve(anyMap)
    return existsSync(new URL(map)) ? fileURLToPath(new URL('.', map)) : null
  } catch {
    return null
  }
}
