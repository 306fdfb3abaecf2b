/** The table of `./dev doctor`. */

export interface DoctorRow {
  what: string
  /** `missing`: the next command that needs it obtains it; `blocked`: the user must act. */
  state: 'ok' | 'missing' | 'blocked' | 'off'
  /** Where it was found, or how it will be obtained. */
  detail: string
}

const marks: Record<DoctorRow['state'], string> = { ok: '✓', missing: '…', blocked: '✗', off: '-' }

/** Formats rows in aligned columns. */
export function doctorTable(rows: readonly DoctorRow[]): string {
  const whatWidth = Math.max(...rows.map((row) => row.what.length))
  const stateWidth = Math.max(...rows.map((row) => row.state.length))
  return rows
    .map(
      (row) => `  ${marks[row.state]} ${row.what.padEnd(whatWidth)}  ${row.state.padEnd(stateWidth)}  ${row.detail}\n`,
    )
    .join('')
}
