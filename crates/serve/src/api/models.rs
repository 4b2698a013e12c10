//! Trained models.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use isocount_session::TrainedModel;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::json;
use crate::shelf::Unread;

/// A trained model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ModelAbout {
    /// The value of `model` in a question.
    id: String,
    /// The kind of network.
    kind: &'static str,
    /// A checksum of its settings and weights.
    checksum: String,
    /// What it counts, in words.
    meaning: String,
    /// The node labels that it knows.
    node_labels: Vec<String>,
    /// The edge labels that it knows.
    edge_labels: Vec<String>,
    /// The data set that it was trained on.
    data: String,
}

impl ModelAbout {
    fn new(id: &str, model: &TrainedModel) -> Self {
        Self {
            id: id.to_owned(),
            kind: model.config().model.name(),
            checksum: model.checksum(),
            meaning: model.meaning().to_string(),
            node_labels: model.labels().nodes.clone(),
            edge_labels: model.labels().edges.clone(),
            data: model.config().data.name.clone(),
        }
    }
}

/// All models, and the runs that could not be read.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ModelsReply<'a> {
    /// The models of the folder.
    models: Vec<ModelAbout>,
    /// The runs of the folder that could not be read when the service started.
    unread: &'a [Unread],
}

/// Lists all models of the folder. To ask one, send `"method": "learned", "model": id`.
#[utoipa::path(get, path = "/api/v1/models", tag = "models",
    responses((status = 200, description = "All models", body = ModelsReply)))]
pub(crate) async fn list(State(app): State<Arc<App>>) -> Response {
    let models = app.models.models().map(|(id, model)| ModelAbout::new(id, model)).collect();
    json(&ModelsReply { models, unread: app.models.unread_models() })
}
