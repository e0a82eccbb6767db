import type { Command } from "commander";
import { portOption } from "./port.ts";

export function addGalleryCommand(program: Command): void {
  program
    .command("gallery")
    .description("Serve every page in every state with sample data and your branding, for review")
    .addOption(portOption("the port; 0 picks a free one").default(8090))
    .action(async ({ port }: { port: number }) => {
      // Only this command needs every page.
      const { serveGallery } = await import("./gallery/serve-gallery.ts");
      await serveGallery(port);
    });
}
