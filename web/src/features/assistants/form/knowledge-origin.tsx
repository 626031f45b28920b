/** Where an answer was read. Addresses are the server's, which takes http and https alone. */
export function KnowledgeOrigin({ source: { title, url } }: { source: { title: string; url: string | null } }) {
  return (
    <p className="text-sm wrap-anywhere text-ink-soft">
      From{' '}
      {url === null ? (
        <bdi>{title}</bdi>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4 hover:text-ink">
          <bdi>{title}</bdi>
        </a>
      )}
    </p>
  )
}
