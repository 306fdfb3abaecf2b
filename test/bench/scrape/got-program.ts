/** Plain got as a program: the minimum cost of fetching a page. */
import got from 'got'
import { runTurn } from '../browser/run-turn.ts'
import { serveTurns } from '../browser/serve-turns.ts'

await serveTurns(
  async (turn) => await runTurn(turn, async (url) => ({ whole: (await got(url).text()).includes('</html>') })),
  async () => {},
)
