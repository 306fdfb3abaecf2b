/** The wish of whoever runs a process that it ends. */

/** Settles at the first SIGTERM or SIGINT. */
export async function signalled(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => resolve())
  })
}
