/** An answer of the API without the parts that repeat the request, so that two answers can be compared. */

interface ToldAnswer {
  status: number
  headers: Headers
  text: string
}

/** @param id id in the request, removed wherever the answer repeats it. */
export function answerWithout({ status, headers, text }: ToldAnswer, id: string): string {
  const { request_id: _id, instance, ...told } = JSON.parse(text) as Record<string, unknown>
  const named = ['content-type', 'retry-after', 'cache-control', 'allow'].map((name) => headers.get(name))
  return JSON.stringify([status, named, String(instance).replaceAll(id, 'ID'), told])
}
