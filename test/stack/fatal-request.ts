/**
 * Preloaded into processes: kills the process that begins a request to write an archive while the file named by
 * FATAL_REQUEST_FILE has a text that is part of the path. A second file counts the processes.
 */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'

const file = process.env['FATAL_REQUEST_FILE']

/** Returns the text of a file; empty if the file does not exist. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns how many processes have been killed. @param path value of FATAL_REQUEST_FILE. */
export const killedBy = (path: string): number => textOf(`${path}.killed`).length

if (file !== undefined) {
  subscribe('http.client.request.start', (message) => {
    const { path } = (message as { request: ClientRequest }).request
    const part = path.includes('/archive/') ? textOf(file) : ''
    if (part === '' || !path.includes(part)) return
    appendFileSync(`${file}.killed`, '.')
    process.kill(process.pid, 'SIGKILL')
  })
}
