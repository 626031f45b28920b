import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { withLateScripts } from './boot/late-scripts.ts'

/** Renders pages while the site is built, and in development. Nothing of it runs on the server. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const html = await renderWhole(<ServerRouter context={context} url={request.url} />)
  headers.set('Content-Type', 'text/html')
  // The fallback page (SPA mode) shows nothing before its scripts; development brings its own.
  const isReadable = import.meta.env.PROD && !context.isSpaMode
  return new Response(isReadable ? withLateScripts(html) : html, { status, headers })
}

/** The page as one piece, not as the stream in which a slow server would send it. */
function renderWhole(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      // Every part in its place: one that were moved there by a script could not be read without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    })
  })
}
