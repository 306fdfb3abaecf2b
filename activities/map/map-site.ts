import type { MapTask } from '@seine/shared/api/scrape-task.ts'
import type { MapReply } from '@seine/shared/api/worker-reply.ts'
import type { MapCall, MapPorts } from './contract.ts'

export async function mapSite(_task: MapTask, _call: MapCall, _ports: MapPorts): Promise<MapReply> {
  throw new Error('not yet')
}
