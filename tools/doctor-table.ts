/** The table of `./dev doctor`. */

export interface DoctorRow {
  what: string
  /** `missing` is made by the next command that needs it; `blocked` needs a person. */
  state: 'ok' | 'missing' | 'blocked' | 'off'
  /** Where it came from, or how it will be obtained. */
  detail: string
}

const marks: Record<DoctorRow['state'], string> = { ok: '✓', missing: '…', blocked: '✗', off: '-' }

/** Rows in aligned columns. */
export function doctorTable(rows: readonly DoctorRow[]): string {
  const whatWidth = Math.max(...rows.map((row) => row.what.length))
  const stateWidth = Math.max(...rows.map((row) => row.state.length))
  return rows
    .map(
      (row) => `  ${marks[row.state]} ${row.what.padEnd(whatWidth)}  ${row.state.padEnd(stateWidth)}  ${row.detail}\n`,
    )
    .join('')
}
