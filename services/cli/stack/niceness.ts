/** The priority of the processes of a stack on a machine that all of them share. */
import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Makes a process, and what it starts later, stand back when others want the processor. Where the machine refuses it,
 * the process runs as it is.
 * @param niceness 0 = as it is, 19 = last of all (setpriority(2)).
 */
export function setNiceness(pid: number, niceness: number): void {
  if (niceness === 0) return
  try {
    if (getPriority(pid) < niceness) setPriority(pid, niceness)
    // On Linux a niceness counts inside a session alone; between sessions that of the session does (sched(7)).
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch {
    // Ended at once, another system, or a kernel without these groups.
  }
}
