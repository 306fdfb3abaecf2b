/** The machine on which a measurement was made. */
import { cpus, totalmem } from 'node:os'

export const machineFacts = () => ({ cores: cpus().length, memoryBytes: totalmem(), model: cpus()[0]?.model ?? '' })
