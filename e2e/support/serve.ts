import { createServer, type RequestListener } from 'node:http'
import { freePort } from '../../scripts/free-port.ts'

/** Answers requests on a free port of this machine. */
export async function serve(answer: RequestListener, host: 'localhost' | '127.0.0.1') {
  const port = await freePort()
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return {
    port,
    url: `http://${host}:${port}`,
    /** Breaks all connections. */
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
