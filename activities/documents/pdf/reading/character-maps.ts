/**
 * Locates the predefined character maps (ISO 32000-1, 9.7.5.2) that Chinese, Japanese and Korean PDF documents refer
 * to without embedding them. pdf.js reads them from this folder by their names.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One of the many map files in the folder, used to locate it. */
const anyMap = 'pdfjs-dist/cmaps/Adobe-Japan1-UCS2.bcmap'

/** @returns the folder with a trailing slash; null when the maps are not installed. */
export function characterMapsFolder(): string | null {
  try {
    const map = import.meta.resolve(anyMap)
    return existsSync(new URL(map)) ? fileURLToPath(new URL('.', map)) : null
  } catch {
    return null
  }
}
