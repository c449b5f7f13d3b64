import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { loadAhead } from './app/pages.js';
import { current } from './app/router.js';
import { show, storedTheme } from './app/theme.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/buttons.css';
import './styles/fields.css';
import './styles/pieces.css';
import './styles/dialogs.css';
import './styles/text.css';
import './styles/shell.css';

show(storedTheme());
loadAhead(current().path[0] ?? '');
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
