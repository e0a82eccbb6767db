import { readDocsDir } from "../../config/docs-dir.ts";
import { docsGroups, docsPages } from "../../pages/views/docs/contents.ts";
import { loadHighlight } from "../../pages/views/docs/highlight.ts";
import { ownPages } from "../../pages/views/docs/own-pages.ts";
import type { DocsGroup } from "../../pages/views/docs/page.ts";

export interface Documentation {
  /** With the administrator's own pages at the end. */
  readonly groups: () => readonly DocsGroup[];
  /** Rejects with `ConfigProblem`, and changes nothing, if a file can't be used. */
  readonly reload: () => Promise<void>;
}

const taken = new Set(["search", ...docsPages.flatMap(({ id = [] }) => id)]);

/** Rejects with `ConfigProblem` if a file can't be used. */
export async function openDocumentation({
  docsDir,
  serviceName,
}: {
  readonly docsDir: string | undefined;
  readonly serviceName: string;
}): Promise<Documentation> {
  let groups: readonly DocsGroup[] = [...docsGroups];
  const reload = async () => {
    if (docsDir === undefined) return;
    const pages = await ownPages(readDocsDir(docsDir, taken), await loadHighlight());
    groups = pages.length === 0 ? [...docsGroups] : [...docsGroups, { title: serviceName, pages }];
  };
  await reload();
  return { groups: () => groups, reload };
}
