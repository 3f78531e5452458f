// Lets the browser of these tests draw with WebGL. Import it before anything that starts the
// browser.

process.env.CARRICK_WEBGL = "1";
