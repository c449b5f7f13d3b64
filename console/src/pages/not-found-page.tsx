import { Empty, Page } from '../ui/pieces.js';

export default function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <Empty title="The address names no page of this office">
        <p>
          Choose one of its pages
          <span className="by-key">, or press Ctrl K and type what you are looking for</span>.
        </p>
      </Empty>
    </Page>
  );
}
