/** The routes about the key of the caller and about the service. */
import { keySchema, serviceSchema } from '../schemas/service-schema.ts'
import type { Route } from './route.ts'
import { storeProblems } from './route-problems.ts'

export const serviceRoutes = {
  readKey: {
    method: 'get',
    path: '/key',
    summary: 'Read what the API key of this request is, what it may use, and what it uses.',
    auth: true,
    rate: 'read',
    responses: { 200: { description: 'The key.', schema: keySchema } },
    problems: [...storeProblems],
  },
  readService: {
    method: 'get',
    path: '/service',
    summary: 'Read how the service is: running jobs, failures, limits; for operators also processes and queues.',
    auth: true,
    rate: 'read',
    responses: { 200: { description: 'The report; parts that could not be read are null.', schema: serviceSchema } },
    problems: [],
  },
} as const satisfies Record<string, Route>
