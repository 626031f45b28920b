import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext } from 'react-router'
import { withLateScripts } from './boot/late-scripts.ts'

/** Renders pages at build time and in development. The production server does not run this. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const html = await renderWhole(<ServerRouter context={context} url={request.url} />)
  headers.set('Content-Type', 'text/html')
  // The fallback page (SPA mode) is empty without scripts, so its scripts are not delayed; neither are those in
  // development.
  const isReadable = import.meta.env.PROD && !context.isSpaMode
  return new Response(isReadable ? withLateScripts(html) : html, { status, headers })
}

/** Renders the page as one string instead of a stream. */
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
      // React would otherwise move large parts into place with a script, and they could not be read without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    })
  })
}
