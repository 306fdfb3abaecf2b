/** The addresses on which a process listens, read from Linux: proc_pid_fd(5), proc_pid_net(5). */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** State `LISTEN` in /proc/net/tcp. */
const listening = '0A'

/** Inodes of the sockets that a process has open. */
function socketsOf(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`
  const links = readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)]
    } catch {
      return []
    }
  })
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
}

/** `0100007F` → `127.0.0.1`; for IPv6 the 32 digits, each word of four bytes in the byte order of this machine. */
const addressOf = (hex: string): string =>
  hex.length === 8 ? [6, 4, 2, 0].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join('.') : hex.toLowerCase()

/** Returns the local addresses on which a process accepts TCP connections, `address:port`. */
export function listeningAddresses(pid: number): string[] {
  const own = socketsOf(pid)
  const lines = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n').slice(1))
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    if (state !== listening || !own.has(inode)) return []
    const [hex = '', port = ''] = local.split(':')
    return [`${addressOf(hex)}:${Number.parseInt(port, 16)}`]
  })
}
