/** The sandboxing of a pool's browsers, for tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { openContext, poolProcesses, startPoolLab } from './pool-lab.ts'

export interface SeenBrowser {
  sum: number
  switchedOff: boolean
  /** Real user ids of all processes of the browser. */
  users: number[]
  /** 2 means that system calls of the renderers are filtered (seccomp). */
  filters: string[]
  left: number
}

/** A field of /proc/<pid>/status; empty when the process has ended. */
function statusOf(pid: string, field: string): string {
  try {
    return new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

function textOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Opens a page with the sandbox on and returns its restrictions. */
export async function seeBrowser(): Promise<SeenBrowser> {
  const lab = await startPoolLab({ sandbox: 'on' })
  try {
    const lease = await openContext(lab)
    const page = await lease.context.newPage()
    const sum = (await page.evaluate('1 + 1')) as number
    const [main] = await poolProcesses(lab.scratch)
    const group = textOf(String(main!.pid), 'stat').split(') ').at(-1)?.split(' ')[2]
    const members = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && textOf(pid, 'stat').split(') ').at(-1)?.split(' ')[2] === group,
    )
    const renderers = members.filter((pid) => textOf(pid, 'cmdline').includes('--type=renderer'))
    const seen = {
      sum,
      switchedOff: main!.command.includes('--no-sandbox'),
      users: [...new Set(members.map((pid) => Number(statusOf(pid, 'Uid'))))],
      filters: [...new Set(renderers.map((pid) => statusOf(pid, 'Seccomp')))],
    }
    await lease.release()
    await lab.close()
    return { ...seen, left: (await poolProcesses(lab.scratch)).length }
  } finally {
    await lab.close()
  }
}
