/** Where an answer was read. The address is safe in a link: the server accepts only http and https. */
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
